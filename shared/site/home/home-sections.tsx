import { brand, brandCompany, featureText } from "../../domain/brand/brand.ts";
import type { Language } from "../../domain/text/language.ts";
import { brandWords, homeWords } from "../../words/words.ts";
import { Support } from "../../pages/layout/outcome.tsx";

type InLanguage = { language: Language };

export const Pricing = ({ language }: InLanguage) => {
  const words = homeWords[language].pricing;
  return (
    <>
      <h2 id="tiers">{words.title}</h2>
      <p class="soft">{words.note}</p>
      <ul class="plans">
        {brand.pricing.map(({ name, price_usd_per_month, features }) => (
          <li key={name}>
            <h3>
              {name} <span>${price_usd_per_month}</span> <small>{words.aMonth}</small>
            </h3>
            <ul class="ticks">
              {features.map((feature) => (
                <li key={feature.name} class={feature.state}>
                  {featureText(feature, language)}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <p class="fine">{brandWords[language].custodian}</p>
    </>
  );
};

export const Faq = ({ language }: InLanguage) => {
  const { title, items } = homeWords[language].faq;
  return (
    <>
      <h2 id="faq">{title}</h2>
      <div class="faq">
        {items.map(([question, answer]) => (
          <details key={question}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
        <details>
          <summary>{homeWords[language].company.title}</summary>
          <Company language={language} />
        </details>
      </div>
    </>
  );
};

const Company = ({ language }: InLanguage) => {
  const { operator, address, custodian, contact } = homeWords[language].company;
  const company = brandCompany;
  return (
    <dl class="terms">
      <dt>{operator}</dt>
      <dd>{company.name}</dd>
      <dt>{address}</dt>
      <dd>{company.address}</dd>
      <dt>{custodian}</dt>
      <dd>{company.custodianName}</dd>
      <dt>{contact}</dt>
      <dd>
        <Support />
      </dd>
    </dl>
  );
};

export const Developers = ({ language }: InLanguage) => {
  const { title, body, links } = homeWords[language].developers;
  return (
    <>
      <h2 id="developers">{title}</h2>
      <p class="soft">
        {body} <a href="/docs/quick-start">{links.start}</a> · <a href="/docs">{links.reference}</a> ·{" "}
        <a href="/api/openapi.json">{links.document}</a>
      </p>
    </>
  );
};
