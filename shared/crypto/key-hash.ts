import { hash } from "node:crypto";

/** In hex. Too many bits to guess, so no salt. Web Crypto would start a pool of threads. */
export const hashOfKey = (key: string): string => hash("sha256", key);
