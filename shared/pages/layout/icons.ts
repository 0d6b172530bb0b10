import type { Result } from "../../http/serve/responses.ts";
import { svgIcon } from "./svg-icon.tsx";

/** The SVG icon as Chromium draws it at 48 by 48 pixels, for clients without SVG support. */
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAADAAAAAwCAYAAABXAvmHAAAD5ElEQVR4nNSaSUwTURjH/2On1agYoym4AG4UEUVjG01cE5dEIRJjRA94M5LIVW9wMMaNo56MQW4KHgyGJWIi6gGCGqWibLIoWqFh0YAIBYQyvm/oINDOTFnKa3/JkJn3vr78/28bZr4RoUFYWlKsW5JSIAiH2OVWdoSzw4DA4mZHJztqIUmvDILw+E/200a1YMFXIQkfkXBFEJCKIECSkCsKuOrLiJeBxWmJaaz4LgLf09OFjYyU7souyZ5YOEnk4guJGWy63GanCxB8ME1CstEaMzxsby5TCscNyD0/Jj64EYQjRluMk5mwy5f0R16sQB2Cb9qo4WZC42lNyFOFFixCRzxh8GiG4On9BoQgrMc3i559HjxZZTYjZl001kREyNdtHR348t2B9q4uzd+RdtFzk+LGru0J2Gu1YmN01KTyr44fqLDb8e5TtfqPmXYRY3dYLmyNteBMUiIWmkxedWRo7aoIuAYHUdvYpNoELeJwcGJn/Baf4hWobmd8vFYT4WSAy+5D4nbExenGUYyGSQO3O27YkiUwafS+gslklGPV4GbAPepGd2+vbhzFUKwa3Ax0/+5FC9tp9KAYilWD6z9tVfX1cLkGVOtJOMVowdXAslEjTkRux0qj9xxvbW9HYekLfKz/rNmGCE4c2JyAZ5ez5PMwcRG6/vahZ2QAzu5fyCktxre2NjicTt12uBjITD6HjOT/D3tm01L5II7n3ENZQ7Xfbc2rganCp3KzKHda4ol5MaAnnCDxN4oeYroEzACJJvSEEzMVT8y5ARJ+IDZBXqR6zEa4wpwZ8GeaKMyFcIVZG+AlXGHGBvwVTqKJuRauMCMD/u4qRKCEK0zbgD97eaBFT8QvA9b1FuzeEIfUPYdhWx/rM2a+hSvoGkjZdRCXjqVgR/Qm1Rhe4glNAyete3H99HlErTCrxlwrfICs4jzwQtPAKdt+TfFE3Ooo8ET1eSCSCd+zSfONgAzFROqYDCSqI2AyiH4JoxiK5YXqCHT29qB/aBB6UAzF8oIM+Hzk7xsaQMGHCuhRYK+QYznhJgOdarX578s0R4Hq8ivLwJFOg9FmOc5ONvqqbe5oQ2v3T5jDlnvtRq+b63CrOBdPKsvBkbcipTLZW96jahF5b16iytGMfZZtSIjcIJfVtLagvKkG9U4HuMK0h3yCYwHlmSgPixCDNI/nyCiJDJXdKEhxezSP3QfGMuBSOkIGKV3J2o/nBijvSklkysMimJGkTNf9kjvK5aTkBmXAKYnMkk9JCL5sPX1qcHGieMIrO0MjschmeTQqYSVLXuq/G5kHPB97nO3PLnk+tU4zvxoKn9v8AwAA///lPcPqAAAABklEQVQDABvMfdHCijEtAAAAAElFTkSuQmCC";

const icons = new Map([
  ["icon.svg", { type: "image/svg+xml", body: svgIcon, isBase64Encoded: false }],
  ["icon.png", { type: "image/png", body: PNG, isBase64Encoded: true }],
]);

export function iconResult(file: string): Result | undefined {
  const icon = icons.get(file);
  if (!icon) return undefined;
  const { type, ...content } = icon;
  const headers = { "content-type": type, "cache-control": "public, max-age=86400" };
  return { statusCode: 200, headers, ...content };
}
