/** On both devices, in both colour schemes and at every width, with pictures. */
import "./narrow.test.ts";
