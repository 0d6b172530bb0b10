import { expect, test } from "@jest/globals";
import { restartNames } from "../../shared/domain/event/timer-name.ts";

test("a failed timer starts again under its own name with the next number", () => {
  expect(restartNames(["pay_a", "pay_b", "pay_b-r9", "pay_b-r10"])).toEqual(
    new Map([
      ["pay_a", "pay_a-r1"],
      ["pay_b", "pay_b-r11"],
    ]),
  );
});

test("a timer of which only a restart failed starts again after it", () => {
  expect(restartNames(["pay_a-r2"])).toEqual(new Map([["pay_a", "pay_a-r3"]]));
});
