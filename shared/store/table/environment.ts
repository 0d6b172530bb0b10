/** Where one process runs several environments of Lambda, this returns the present one. */
const shared: unknown = Reflect.get(globalThis, Symbol.for("lambda:environment"));
const present = typeof shared === "function" ? (shared as () => object) : () => globalThis;

/**
 * State of a Lambda environment, such as a cache. Use it in place of a module's variable: the tests' local
 * cloud runs all functions in one process, where that would pass between functions.
 */
export function ofEnvironment<State>(make: () => State): () => State {
  const states = new WeakMap<object, { state: State }>();
  return () => {
    const environment = present();
    const known = states.get(environment) ?? { state: make() };
    states.set(environment, known);
    return known.state;
  };
}
