import { brand, brandCompany } from "../../domain/brand.ts";
import type { LayoutWords } from "../en/layout.ts";

export const esLayout: LayoutWords = {
  skip: "Saltar al contenido",
  site: "Sitio",
  nav: {
    check: "Calcula tu límite",
    waitlist: "Lista de espera",
    docs: "Docs (en inglés)",
  },
  privacy: "Privacidad",
  terms: "Términos",
  developers: "Para empresas (en inglés)",
  otherLanguage: "English",
  operatedBy: `${brandCompany.name}, ${brandCompany.address}, opera ${brand.serviceName}.`,
  example: "Esta empresa es un ejemplo: esta copia del servicio es una demostración.",
  questions: "¿Tienes preguntas? Escribe a",
  home: "Volver a la página principal",
  next: "Qué sigue",
  check: "Revisa el formulario",
  unknown: {
    title: "Este enlace no funciona",
    body: "Quizá falta una parte del enlace o es demasiado antiguo. Ábrelo otra vez desde el mensaje que lo tiene o copia el enlace completo.",
    connect:
      "Los enlaces para compartir ingresos funcionan durante 15 minutos. Vuelve a la app que te trajo y empieza de nuevo.",
    still: "¿Sigue sin funcionar? Escribe a",
  },
  missing: {
    title: "No encontramos esa página",
    body: "La dirección puede estar mal escrita o la página cambió de lugar.",
  },
  stale: {
    title: "Abre el enlace otra vez",
    body: "No pudimos verificar que este formulario viniera de nuestro sitio. Permite las cookies, abre el enlace y envía el formulario otra vez.",
  },
  fault: {
    title: "Algo salió mal",
    body: "El problema es nuestro. Puedes intentarlo otra vez en un minuto: nada se hará dos veces.",
  },
  tooMany: {
    title: "Demasiados intentos",
    body: (minutes) =>
      minutes <= 1 ? "Inténtalo otra vez en un minuto." : `Inténtalo otra vez en ${minutes} minutos.`,
  },
  refused: {
    title: "No pudimos procesarlo",
    body: "Vuelve atrás, revisa lo que escribiste e inténtalo otra vez.",
  },
};
