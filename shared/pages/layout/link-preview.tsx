import { brand } from "../../domain/brand/brand.ts";
import type { Language } from "../../domain/text/language.ts";
import { baseUrl } from "../../http/serve/responses.ts";
import { brandWords } from "../../words/words.ts";

type PreviewProps = { language: Language; title: string; description: string | undefined };

/** What chats show for a link (Open Graph). A page of one person shows the service's own texts. */
export const LinkPreview = ({ language, title, description }: PreviewProps) => {
  const { tagline, description: about } = brandWords[language];
  const tags = {
    "og:type": "website",
    "og:site_name": brand.serviceName,
    "og:locale": language === "es" ? "es_US" : "en_US",
    "og:title": description === undefined ? tagline : title,
    "og:description": description ?? about,
    "og:image": `${baseUrl()}${PREVIEW_IMAGE_PATH}`,
    "og:image:width": "1200",
    "og:image:height": "630",
    "og:image:alt": brand.serviceName,
    "twitter:card": "summary_large_image",
  };
  return (
    <>
      {Object.entries(tags).map(([property, content]) => (
        <meta key={property} property={property} content={content} />
      ))}
    </>
  );
};
