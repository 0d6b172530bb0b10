import * as z from "zod/mini";

/** In a file of its own, because many functions check an id and make no driver. */
const FORM = /^drv_[0-9a-z]{26}$/;

export const DriverId = z.string().check(z.regex(FORM, "a driver's id, `drv_...`"));

/** In a body, an id of another form is unknown like any other: 404. */
export const NamedDriverId = z.string().check(z.regex(FORM, "resource_missing"));
