import { expect, test } from "@jest/globals";
import { styleName } from "../../functions/pages/style.ts";
import { stylePath } from "../../functions/pages/style-path.ts";

test("the stylesheet is named after its content", () => {
  expect(stylePath).toBe(`/assets/${styleName}`);
});
