package {{javaPackage}};

/**
 * Changes a call. Each {@link Option} is one too; the idempotency key is an option of calls alone.
 */
@FunctionalInterface
public interface CallOption {
  void change(Option.Settings settings);
}
