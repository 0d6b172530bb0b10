import * as z from "zod/mini";
import { idForm } from "../item/ids.ts";

/** In a file of its own, because many functions check an id and make no driver. */
const FORM = idForm("drv_");

export const DriverId = z.string().check(z.regex(FORM, "a driver's id, `drv_...`"));

/** In a body, an id of another form is unknown like any other: 404. */
export const NamedDriverId = z.string().check(z.regex(FORM, "resource_missing"));
