package {{javaPackage}};

/**
 * One of several texts. A later version of the service can send texts that this version does not
 * know: they are kept. For a `switch`, each class has `known()`.
 */
public interface OpenEnum {
  /** The text, as the API has it. */
  String value();
}
