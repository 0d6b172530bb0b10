import { brand } from "../../domain/brand.ts";
import { taxYear2026 } from "../../domain/tax/tax-year-2026.ts";
import type { Result } from "../../http/serve/responses.ts";
import { htmlResult } from "../layout/layout.tsx";
import { type Check, readCheck } from "./home-check.ts";
import { Checker } from "./home-checker.tsx";
import { Flow } from "./home-flow.tsx";
import { WaitlistForm } from "./waitlist-form.tsx";

/** The home page. With an income in its query it belongs to one visitor, so caches must not store it. */
export function homePage(query: URLSearchParams): Result {
  const check = readCheck(query);
  const faulty = Object.keys(check?.mistakes ?? {}).length > 0;
  return htmlResult(
    faulty ? 400 : 200,
    `${faulty ? "Please check the form: " : ""}${brand.tagline}`,
    <Home check={check} />,
    {
      description: brand.description,
      script: HOME_SCRIPT,
      path: "/",
      wide: true,
      ...(!check && { maxAge: 300 }),
    },
  );
}

const Home = ({ check }: { check: Check | undefined }) => (
  <>
    <div class="hero">
      <div>
        <p class="badge">Accounts aren't open yet. Join the waitlist.</p>
        <h1>{brand.tagline}</h1>
        <p class="lead">{brand.description}</p>
        <p>
          <a class="button" href="#check">
            Check your limit
          </a>
          <a class="button second" href="#waitlist">
            Join the waitlist
          </a>
        </p>
      </div>
      <Flow />
    </div>

    <h2 id="who">Who it's for</h2>
    <ul class="grid">
      {audience.map(([title, text]) => (
        <li class="card" key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>

    <h2 id="how">How it works</h2>
    <ol class="grid steps">
      {steps.map(([title, text]) => (
        <li class="card" key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>

    <h2 id="check">How much can you contribute for {taxYear2026.year}?</h2>
    <p>
      Above a certain income, the limit gets smaller until it reaches zero. Answer two questions to see yours.
    </p>
    <Checker check={check} />

    <h2 id="tiers">Pricing</h2>
    <ul class="grid two">
      {brand.pricing.map(({ name, price_usd_per_month, features }) => (
        <li class="card" key={name}>
          <h3>{name}</h3>
          <p class="price">
            ${price_usd_per_month} <small>a month</small>
          </p>
          <ul class="ticks">
            {features.map((feature) => (
              <li key={feature}>{feature}</li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
    <p class="fine">{brand.custodian}</p>

    <h2 id="waitlist">Get notified when accounts open</h2>
    <div class="panel">
      <div>
        <WaitlistForm />
        <p
          role="status"
          tabIndex={-1}
          data-said
          data-thanks="You're on the list. We'll email you when accounts open. You don't need to do anything else."
          data-unreachable="We couldn't reach the service. Please try again."
        />
      </div>
      <div class="card">
        <h3>What happens when you join</h3>
        <ul class="ticks">
          <li>We email you when accounts open. We don't use your email for anything else.</li>
          <li>Joining doesn't open an account or move any money.</li>
          <li>
            To leave the list, email <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>.
          </li>
        </ul>
      </div>
    </div>

    <h2 id="developers">For assistants and developers</h2>
    <p>
      The Agent API is open and needs no API key. Start with the <a href="/docs/quick-start">quick start</a>,
      read the <a href="/docs">API reference</a>, or get the <a href="/api/openapi.json">OpenAPI document</a>.
    </p>
  </>
);

const audience = [
  [
    "You work on more than one app",
    "Rides in the morning, deliveries at night. Switch apps anytime. Your account stays the same.",
  ],
  [
    "You don't have a plan at work",
    "You don't need an employer to open an IRA. You do need taxable compensation, such as net earnings from gig work.",
  ],
  [
    "You want to know the rules",
    "Your limit depends on your filing status and income. We show you the limit and the IRS publication behind it.",
  ],
] as const;

const steps = [
  [
    "Sign up with your assistant",
    "Ask your AI assistant to start a signup with your email. No assistant? Join the waitlist on this page.",
  ],
  [
    "Confirm by email",
    "Your assistant can't confirm for you: we email the link only to you. Read the disclosures, then confirm if you agree.",
  ],
  [
    "Take it with you",
    "Once your account is open, it takes contributions from every app you work on. If you leave an app, you keep the account.",
  ],
] as const;
