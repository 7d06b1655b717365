// A few tones of our own. Off until somebody wants them.

import { remembered } from "./memory";

export const sounds = remembered("sounds", false);

/** Frequencies in hertz, one after the other, and how long each rings in seconds. */
const TUNES = {
  move: { notes: [392], length: 0.12 },
  turn: { notes: [523, 784], length: 0.22 },
  refused: { notes: [196], length: 0.15 },
  end: { notes: [523, 659, 784, 1047], length: 0.35 },
} as const;

let context: AudioContext | undefined;

export function chime(tune: keyof typeof TUNES): void {
  if (!sounds.peek()) return;
  context ??= new AudioContext();
  const { notes, length } = TUNES[tune];
  for (const [n, frequency] of notes.entries()) ring(context, frequency, context.currentTime + n * 0.11, length);
}

/** A soft bell: a sine with a quiet octave above, fading out. */
function ring(audio: AudioContext, frequency: number, at: number, length: number): void {
  for (const [multiple, loudness] of [
    [1, 0.12],
    [2, 0.04],
  ] as const) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = frequency * multiple;
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(loudness, at + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length);
  }
}
