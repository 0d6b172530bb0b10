/** The service's logo: a route between two stops. Its colours are fixed: a favicon has no CSS variables. */
export const Mark = () => (
  <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <rect width="32" height="32" rx="8" fill="#0a654a" />
    <path d="M8 23c0-7 16-6 16-14" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" />
    <circle cx="8" cy="23" r="3.4" fill="#fff" />
    <circle cx="24" cy="9" r="3.4" fill="#9be3c6" />
  </svg>
);
