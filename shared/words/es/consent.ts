import type { ConsentWords } from "../en/consent.ts";

export const esConsent: ConsentWords = {
  title: (platform) => `¿Compartir tus ingresos de ${platform}?`,
  ask: (company, platform) => `Tus ingresos de **${platform}** irían a **${company}**:`,
  someApp: (host) => `la app de ${host}`,
  items: ["tu pago y tus propinas por día", "tus millas y tu número de trabajos por día"],
  nothingElse: "No se comparte nada más: ni contraseñas, ni cuentas bancarias, ni datos de clientes.",
  terms: {
    period: "Qué período",
    periodIs: "Los últimos 90 días y cada día desde ahora",
    until: "Por cuánto tiempo",
    untilIs: "Hasta que lo detengas",
    stop: "Cómo detenerlo",
    stopIs: (company) =>
      `Guarda el enlace de esta página. Ábrelo cuando quieras y elige “Dejar de compartir”. O pídeselo a ${company}.`,
  },
  sandbox: (platform) => `Esto es una prueba. Los ingresos son inventados y no contactamos a ${platform}.`,
  back: (host) => `En ambos casos volverás a **${host}**.`,
  allow: "Permitir el acceso",
  refuse: "No permitir",
  returnTo: (host) => `Volver a ${host}`,
  sharing: {
    title: "Ya respondiste",
    body: (company, platform) => `Permitiste que **${company}** vea tus ingresos de **${platform}**.`,
    how: "Puedes dejar de compartir aquí cuando quieras. Guarda el enlace de esta página para volver después.",
    button: "Dejar de compartir",
  },
  refused: {
    title: "Ya respondiste",
    body: "No permitiste el acceso. Este enlace funciona una sola vez.",
  },
  replaced: {
    title: "Volviste a permitir el acceso",
    body: (company, platform) =>
      `Un enlace más nuevo comparte tus ingresos de **${platform}** con **${company}**. Este enlace ya no lo controla.`,
    how: (company) =>
      `Para dejar de compartir, abre el enlace más nuevo y elige “Dejar de compartir”. O pídeselo a ${company}.`,
  },
  stopped: {
    title: "Dejaste de compartir",
    ended: "Ya no se comparte",
    body: (company, platform) => `Ya no enviamos ingresos nuevos de **${platform}** a **${company}**.`,
    kept: (company) =>
      `Los ingresos que ya se compartieron pueden quedarse con ${company}. Puedes pedir que los borren.`,
    steps: [
      "No tienes que hacer nada más. Puedes cerrar esta página.",
      "Para compartir otra vez, empieza desde la app.",
    ],
  },
};
