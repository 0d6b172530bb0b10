/** The engine of the docs' search: a file that is fetched when a reader first opens the search. */
export { searchIn } from "./search-places.ts";
