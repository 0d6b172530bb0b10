import type { HomeWords } from "../en/home.ts";

export const esHome: HomeWords = {
  badge: "Todavía no se pueden abrir cuentas. Únete a la lista de espera.",
  checkButton: "Calcula tu límite",
  joinButton: "Unirme a la lista",
  faulty: "Revisa el formulario: ",
  who: {
    title: "Para quién es",
    cards: [
      [
        "Trabajas con más de una app",
        "Viajes por la mañana, entregas por la noche. Cambia de app cuando quieras. Tu cuenta sigue igual.",
      ],
      [
        "No tienes un plan en tu trabajo",
        "No necesitas un empleador para abrir una IRA. Sí necesitas ingresos por trabajo, como las ganancias netas de las apps.",
      ],
      [
        "Quieres conocer las reglas",
        "Tu límite depende de tu estado civil tributario y tu ingreso. Te mostramos el límite y la publicación del IRS que lo explica.",
      ],
    ],
  },
  how: {
    title: "Cómo funciona",
    steps: [
      [
        "Inscríbete con tu asistente",
        "Pide a tu asistente de IA que inicie una inscripción con tu correo. ¿No tienes asistente? Únete a la lista en esta página.",
      ],
      [
        "Confirma por correo",
        "Tu asistente no puede confirmar por ti: enviamos el enlace solo a ti. Lee los avisos y confirma si estás de acuerdo.",
      ],
      [
        "Llévala contigo",
        "Cuando se puedan abrir cuentas, la tuya recibirá aportes de todas las apps con las que trabajas. Si dejas una app, la cuenta sigue siendo tuya.",
      ],
    ],
    flow: {
      apps: [
        ["Viajes", "mañanas"],
        ["Comidas", "noches"],
        ["Paquetes", "fines de semana"],
      ],
      own: ["Tu", "Roth IRA"],
    },
  },
  pricing: {
    title: "Precios",
    note: "Todavía no puedes suscribirte. Estos son los precios con los que planeamos empezar.",
    aMonth: "al mes",
  },
  waitlist: {
    title: "Te avisamos cuando se puedan abrir cuentas",
    happens: "Qué pasa cuando te unes",
    points: [
      "Te escribimos cuando se puedan abrir cuentas. No usamos tu correo para nada más.",
      "Unirte no abre una cuenta ni mueve dinero.",
    ],
    leave: "Para salir de la lista, escribe a",
    email: "Correo electrónico",
    name: "Nombre (opcional)",
    platforms: "Apps con las que trabajas (opcional)",
    button: "Unirme a la lista de espera",
    thanks:
      "Estás en la lista. Te escribiremos cuando se puedan abrir cuentas. No tienes que hacer nada más.",
    unreachable: "No pudimos conectar con el servicio. Inténtalo otra vez.",
    mistakes: {
      email: "Escribe un correo como ana@example.com.",
      name: "Escribe tu nombre en una línea, de hasta 100 caracteres.",
      platforms: "Escribe tus apps en una línea, de hasta 200 caracteres.",
    },
  },
  thanks: {
    title: "Estás en la lista",
    body: "Te escribiremos cuando se puedan abrir cuentas. No tienes que hacer nada más.",
    steps: [
      "Calcula cuánto puedes aportar este año.",
      "¿Conoces a otras personas que conducen o reparten? Comparte nuestra dirección con ellas.",
    ],
    check: "Calcula tu límite",
  },
  faq: {
    title: "Preguntas y respuestas",
    items: [
      [
        "¿Qué es una Roth IRA?",
        "Una cuenta de jubilación para dinero por el que ya pagaste impuestos. Los retiros calificados no pagan impuestos. En general, eso exige tener al menos 59 años y medio y haber abierto tu primera Roth IRA hace al menos cinco años.",
      ],
      [
        "¿Puedo abrir una cuenta hoy?",
        "No. Todavía no se pueden abrir cuentas. Puedes unirte a la lista de espera y te escribiremos cuando se pueda.",
      ],
      [
        "¿Necesito un empleador?",
        "No. Necesitas ingresos por trabajo, como las ganancias netas de las apps, y un ingreso menor al límite para tu estado civil tributario.",
      ],
      [
        "¿Puedo retirar dinero?",
        "Puedes retirar tus propios aportes cuando quieras, sin impuestos ni multas. Las ganancias son distintas: retirarlas antes de tiempo puede costar impuestos y un 10% adicional.",
      ],
      [
        "¿Puedo perder dinero?",
        "Sí. Las inversiones pueden perder valor, incluido el dinero que pones. Ningún rendimiento está garantizado.",
      ],
      [
        "¿Mi asistente puede mover mi dinero?",
        "No. Un asistente puede iniciar una inscripción y consultar reglas. Solo tú puedes confirmar, con un enlace que te enviamos por correo.",
      ],
      [
        "¿Qué hacen con mi correo?",
        "Enviamos los correos que pides, y uno cuando se puedan abrir cuentas. No lo vendemos. Consulta la página de privacidad.",
      ],
    ],
  },
  company: {
    title: "Quién está detrás",
    operator: "Empresa",
    address: "Dirección",
    custodian: "Custodio",
    contact: "Contacto",
  },
  developers: {
    title: "Para asistentes y desarrolladores (en inglés)",
    body: "La API para agentes es abierta y no necesita una clave.",
    links: { start: "Inicio rápido", reference: "Documentación", document: "Documento OpenAPI" },
  },
};
