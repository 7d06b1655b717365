export type Hour = "morning" | "day" | "evening" | "night";

/** What the light in the room is like now. */
export function hourNow(): Hour {
  const hour = new Date().getHours();
  if (hour < 5 || hour >= 22) return "night";
  if (hour < 11) return "morning";
  return hour < 18 ? "day" : "evening";
}
