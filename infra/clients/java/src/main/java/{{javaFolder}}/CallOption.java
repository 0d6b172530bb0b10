package {{javaPackage}};

/**
 * Changes a call. Each {@link Option} is one too; the idempotency key and the dry run are options
 * of calls alone.
 */
public interface CallOption {
  /** Changes the settings. */
  void change(Option.Settings settings);
}
