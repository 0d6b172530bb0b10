package {{javaPackage}};

/**
 * Changes a call. Each {@link Option} is one too; the idempotency key and the dry run are options
 * of calls alone.
 */
public interface CallOption {
  /**
   * Changes the settings.
   *
   * @param settings the settings of a client or a call
   */
  void change(Option.Settings settings);
}
