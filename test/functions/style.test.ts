import { expect, test } from "@jest/globals";
import { styleName } from "../../shared/pages/layout/style.ts";
import { stylePath } from "../../shared/pages/layout/style-path.ts";

test("the stylesheet is named after its content", () => {
  expect(stylePath).toBe(`/assets/${styleName}`);
});
