import type { ReceiptWords } from "../en/receipt.ts";

export const esReceipt: ReceiptWords = {
  title: "Tu comprobante",
  acts: {
    join_waitlist: (at) => `Te uniste a la lista de espera el **${at}**.`,
    decline: (at) => `Cancelaste la inscripción el **${at}**.`,
    allow_gig_connection: (at) => `Se permitió el acceso el **${at}**.`,
    withdraw_gig_connection: (at) => `Se detuvo el acceso el **${at}**.`,
  },
  what: "El comprobante está firmado. Muestra qué se aceptó y cuándo, y no tiene nombre ni dirección. Cualquiera puede verificarlo.",
  shared: (partner) => `${partner} y el asistente que inició la inscripción pueden obtener una copia.`,
  text: "Leer las palabras exactas",
  download: "Descargar el comprobante",
  check: "Cómo verificarlo (en inglés)",
  mail: {
    subject: "Tu comprobante firmado",
    preheader: "Qué aceptaste y cuándo.",
    keep: "Guarda este correo. Este texto es el comprobante:",
  },
  share: (partner) =>
    `Compartir una copia de mi comprobante con ${partner} y el asistente que inició esta inscripción. (Opcional)`,
  changed: "Las palabras de esta página cambiaron mientras estaba abierta. Léela otra vez, por favor.",
};
