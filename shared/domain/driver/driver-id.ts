import * as z from "zod/mini";

/** In a file of its own, because many functions check an id and make no driver. */
export const DriverId = z.string().check(z.regex(/^drv_[0-9a-z]{26}$/, "a driver's id, `drv_...`"));
