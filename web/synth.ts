// Mallets and wood, made by the browser: no file is fetched. One scale, one room, nothing loud.

import type { Cue, Tone } from "./sound";

const SCALE = [0, 2, 4, 7, 9]; // major pentatonic: whatever sounds together fits
const ROOT = 293.66; // hertz, D
const LOUDEST = 0.5; // of what the device can do, with everything turned up

type Instrument = (room: Room, frequency: number, at: number, loudness: number) => void;
/** An instrument, a step of the scale, how much later in seconds, and how loud. */
type Note = readonly [Instrument, step: number, later: number, loudness: number];

/** Where everything sounds: what is dry, and the hall behind it. */
interface Room {
  audio: AudioContext;
  out: GainNode;
  hall: AudioNode;
}

const CUES: Record<Cue, readonly Note[]> = {
  place: [[wood, 0, 0, 0.8]],
  gain: [[mallet, 5, 0, 0.5]],
  move: [[air, 3, 0, 0.35]],
  star: [
    [mallet, 7, 0, 0.5],
    [mallet, 9, 0.07, 0.4],
  ],
  light: [
    [mallet, 2, 0, 0.4],
    [mallet, 4, 0.06, 0.4],
    [mallet, 7, 0.12, 0.45],
  ],
  chance: [
    [wood, 4, 0, 0.35],
    [wood, 2, 0.06, 0.3],
    [wood, 3, 0.13, 0.4],
  ],
  turn: [
    [mallet, 3, 0, 0.5],
    [mallet, 5, 0.12, 0.5],
  ],
  refused: [
    [wood, -3, 0, 0.6],
    [wood, -4, 0.09, 0.5],
  ],
  won: [
    [mallet, 0, 0, 0.6],
    [mallet, 2, 0.14, 0.6],
    [mallet, 4, 0.28, 0.6],
    [mallet, 5, 0.46, 0.7],
    [mallet, 7, 0.46, 0.4],
  ],
  ended: [
    [mallet, 4, 0, 0.5],
    [mallet, 2, 0.2, 0.5],
    [mallet, 0, 0.42, 0.5],
  ],
};

let room: Room | undefined;

export function sound(tones: readonly Tone[], volume: number): void {
  room ??= open();
  const { audio, out } = room;
  void audio.resume();
  out.gain.setTargetAtTime(LOUDEST * volume * volume, audio.currentTime, 0.02); // as ears count
  const now = audio.currentTime + 0.02;
  for (const { cue, at, step } of tones)
    for (const [instrument, place, later, loudness] of CUES[cue])
      instrument(room, frequencyOf(place + step), now + at + later, loudness);
}

function frequencyOf(step: number): number {
  const octave = Math.floor(step / SCALE.length);
  const semitones = SCALE[step - octave * SCALE.length]! + 12 * octave;
  return ROOT * 2 ** (semitones / 12);
}

function open(): Room {
  const audio = new AudioContext();
  const out = audio.createGain();
  const soft = audio.createBiquadFilter();
  soft.type = "lowpass";
  soft.frequency.value = 5200;
  out.connect(soft).connect(audio.destination);
  const hall = audio.createConvolver();
  hall.buffer = echoes(audio, 1.1);
  const far = audio.createGain();
  far.gain.value = 0.22;
  hall.connect(far).connect(out);
  return { audio, out, hall };
}

/** The sound of a small hall: noise that dies away. */
function echoes(audio: AudioContext, seconds: number): AudioBuffer {
  const length = Math.floor(audio.sampleRate * seconds);
  const buffer = audio.createBuffer(2, length, audio.sampleRate);
  for (const channel of [0, 1]) {
    const data = buffer.getChannelData(channel);
    for (let n = 0; n < length; n++) data[n] = (Math.random() * 2 - 1) * (1 - n / length) ** 3;
  }
  return buffer;
}

/** Loudness that comes at once and dies away. */
function fading({ audio, out, hall }: Room, at: number, loudness: number, length: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loudness * 0.5, at + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(out);
  gain.connect(hall);
  return gain;
}

function tone(room: Room, frequency: number, at: number, loudness: number, length: number): OscillatorNode {
  const oscillator = room.audio.createOscillator();
  oscillator.frequency.setValueAtTime(frequency, at);
  oscillator.connect(fading(room, at, loudness, length));
  oscillator.start(at);
  oscillator.stop(at + length);
  return oscillator;
}

/** A soft mallet on metal: a tone, and the short one far above it that a bar has. */
function mallet(room: Room, frequency: number, at: number, loudness: number): void {
  tone(room, frequency, at, loudness, 0.9);
  tone(room, frequency * 2.76, at, loudness * 0.18, 0.16);
}

/** Wood on wood: a low tone that falls and is gone. */
function wood(room: Room, frequency: number, at: number, loudness: number): void {
  const knock = tone(room, frequency * 0.9, at, loudness, 0.14);
  knock.frequency.exponentialRampToValueAtTime(frequency * 0.45, at + 0.09);
}

/** Something light that moves: air through a filter that opens. */
function air(room: Room, frequency: number, at: number, loudness: number): void {
  const { audio } = room;
  const length = 0.32;
  const source = audio.createBufferSource();
  source.buffer = echoes(audio, length);
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.Q.value = 1.4;
  filter.frequency.setValueAtTime(frequency, at);
  filter.frequency.exponentialRampToValueAtTime(frequency * 3, at + length);
  source.connect(filter).connect(fading(room, at, loudness, length));
  source.start(at);
}
