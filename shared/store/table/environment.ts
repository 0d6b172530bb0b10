/**
 * State of a Lambda environment, such as a cache. Use it in place of a module's variable: the tests run all
 * functions in one process, where that would pass between functions, and replace this file.
 */
export function ofEnvironment<State>(make: () => State): () => State {
  let current: { state: State } | undefined;
  return () => {
    current ??= { state: make() };
    return current.state;
  };
}
