/** Where one process runs several environments of Lambda, this returns the present one. */
const shared: unknown = Reflect.get(globalThis, Symbol.for("lambda:environment"));
const present = typeof shared === "function" ? (shared as () => object) : () => globalThis;

/**
 * State of an environment of Lambda, such as a cache, made at its first use. Use it in place of a variable of
 * a module: the tests' local cloud runs all functions in one process, and there a variable would pass from
 * one function to another what the other must have rights for.
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
