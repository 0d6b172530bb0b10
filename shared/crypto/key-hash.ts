import { hash } from "node:crypto";

/**
 * The SHA-256 of an API key in hex. A key has too many bits to guess, so the hash needs no salt. The calling
 * thread makes it: Web Crypto would start a pool of threads for it at an environment's first request.
 */
export const hashOfKey = (key: string): string => hash("sha256", key);
