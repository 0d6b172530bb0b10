import { getProductInfoOperation, productInfo } from "../../shared/contract/agent/get-product-info.ts";
import { baseUrl } from "../../shared/http/serve/responses.ts";
import { type Steps, serve } from "../../shared/http/serve/serve.ts";

export const productSteps: Steps<typeof getProductInfoOperation> = {
  answer: (_, { reply }) => reply("found", productInfo(baseUrl())),
};

export const handler = serve(getProductInfoOperation, productSteps);
