import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.util.Base64;

/** Runs samples in turn and prints what each one printed. With one name: runs that sample alone. */
final class RunSamples {
  public static void main(String[] names) throws Exception {
    if (names.length == 1) {
      start(names[0]);
      return;
    }
    PrintStream usual = System.out;
    for (String name : names) {
      ByteArrayOutputStream output = new ByteArrayOutputStream();
      System.setOut(new PrintStream(output));
      try {
        start(name);
      } catch (InvocationTargetException failure) {
        System.out.println("failed: " + failure.getCause());
      }
      System.setOut(usual);
      System.out.println(name + " " + Base64.getEncoder().encodeToString(output.toByteArray()));
    }
  }

  private static void start(String name) throws Exception {
    var main = Class.forName(name).getDeclaredMethod("main", String[].class);
    main.setAccessible(true);
    main.invoke(null, (Object) new String[0]);
  }
}
