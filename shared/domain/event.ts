export type EventType = string;
