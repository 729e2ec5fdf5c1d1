/** Paints pods as cells of a canvas: with shapes where there is room for them, as plain squares where there is not. */

import { svg, type SVGTemplateResult } from 'lit';
import { CACHE_DIFFERS, CHANGED, NOT_COUNTED, podStates, stateAt, type ManyState } from '../pods.js';

/** From this size on a cell has a shape, so that its colour is not all that tells it apart. */
export const SHAPE_MIN = 8;

export interface Palette {
  readonly states: Readonly<Record<ManyState, string>>;
  readonly changed: string;
  readonly tint: string;
  readonly muted: string;
  readonly ink: string;
  readonly accent: string;
}

/** What of the map is to be painted, in pixels of the page. */
export interface Sheet {
  readonly bytes: Uint8Array;
  readonly cell: number;
  readonly columns: number;
  /** How far it is scrolled, and how much of it can be seen. */
  readonly top: number;
  readonly height: number;
  /** Cells with a frame; -1: none. */
  readonly chosen: number;
  readonly cursor: number;
}

/** The colours of the moment: of the theme, or those that the system forces. */
export function paletteOf(probe: HTMLElement): Palette {
  const color = (name: string): string => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const states = Object.fromEntries(podStates.map((state) => [state, color(colorNames[state])]));
  return {
    states: states as Record<ManyState, string>,
    changed: color('changed'),
    tint: color('changed-tint'),
    muted: color('muted'),
    ink: color('ink'),
    accent: color('accent'),
  };
}

/** Names of the colours of cells. */
export const colorNames: Readonly<Record<ManyState, string>> = {
  pending: 'muted',
  running: 'running',
  ready: 'running',
  succeeded: 'succeeded',
  failed: 'failed',
  terminating: 'terminating',
  unknown: 'muted',
  gone: 'edge-strong',
};

/** Squares differ in brightness, too; each stands out from the page by 3:1. */
const opacities: Record<ManyState, number> = {
  pending: 0.85,
  running: 0.65,
  ready: 1,
  succeeded: 0.75,
  failed: 1,
  terminating: 0.7,
  unknown: 0.8,
  gone: 1,
};

/** Squares of these are frames, as their shapes are. */
const hollow: readonly ManyState[] = ['pending', 'gone'];

/** What a square looks like, beside a text. */
export function swatch(state: ManyState): SVGTemplateResult {
  const fill = hollow.includes(state) ? 'none' : 'currentColor';
  return svg`<svg class="shape" viewBox="0 0 16 16" stroke="currentColor" stroke-width="3" fill=${fill}
    opacity=${opacities[state]} aria-hidden="true"><path d="M4 4h8v8H4z" /></svg>`;
}

export function paint(canvas: HTMLCanvasElement, sheet: Sheet, palette: Palette): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { cell, columns, top, height, bytes } = sheet;
  const scale = devicePixelRatio;
  // Setting a size clears the canvas, too.
  canvas.width = Math.ceil(columns * cell * scale);
  canvas.height = Math.ceil(height * scale);
  context.scale(scale, scale);
  const first = Math.floor(top / cell) * columns;
  const end = Math.min(bytes.length, Math.ceil((top + height) / cell) * columns);
  const place = (number: number): readonly [number, number] => [
    (number % columns) * cell,
    Math.floor(number / columns) * cell - top,
  ];
  if (cell < SHAPE_MIN) {
    squares(context, sheet, palette, first, end, place);
  } else {
    const sprites = new Map<number, HTMLCanvasElement>();
    for (let number = first; number < end; number += 1) {
      const byte = bytes[number] ?? 0;
      let sprite = sprites.get(byte);
      if (!sprite) sprites.set(byte, (sprite = spriteOf(byte, cell, scale, palette)));
      context.drawImage(sprite, ...place(number), cell, cell);
    }
  }
  frame(context, sheet.chosen, place, cell, palette.accent, []);
  frame(context, sheet.cursor, place, cell, palette.accent, [2, 2]);
}

type Place = (number: number) => readonly [number, number];

function squares(
  context: CanvasRenderingContext2D,
  { bytes, cell }: Sheet,
  palette: Palette,
  first: number,
  end: number,
  place: Place,
): void {
  const side = cell > 4 ? cell - 1 : cell;
  for (const [number, state] of podStates.entries()) {
    context.fillStyle = palette.states[state];
    context.globalAlpha = opacities[state];
    const hole = hollow.includes(state) ? side - 2 : 0;
    for (let at = first; at < end; at += 1) {
      if (((bytes[at] ?? 0) & 7) !== number) continue;
      const [x, y] = place(at);
      context.fillRect(x, y, side, side);
      if (hole > 0) context.clearRect(x + 1, y + 1, hole, hole);
    }
  }
  context.globalAlpha = 1;
  const small = side > 4 ? 2 : 1;
  for (let at = first; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < CHANGED) continue;
    const [x, y] = place(at);
    // To the right what the cache sees otherwise, a corner off what is not counted, below what has changed.
    if (byte & CACHE_DIFFERS) {
      context.fillStyle = palette.ink;
      context.fillRect(x + side - 1, y, 1, side);
    }
    if (byte & NOT_COUNTED) context.clearRect(x, y, small, small);
    if (byte & CHANGED) {
      context.fillStyle = palette.changed;
      context.fillRect(x, y + side - 1, side, 1.5);
    }
  }
}

function frame(
  context: CanvasRenderingContext2D,
  number: number,
  place: Place,
  cell: number,
  color: string,
  dash: number[],
): void {
  if (number < 0) return;
  const [x, y] = place(number);
  const room = cell < SHAPE_MIN ? 2 : 0;
  context.strokeStyle = color;
  context.lineWidth = 2;
  context.setLineDash(dash);
  context.strokeRect(x + 1 - room, y + 1 - room, cell - 2 + 2 * room, cell - 2 + 2 * room);
  context.setLineDash([]);
}

/** One cell with all that its byte says, to be stamped wherever that byte stands. */
function spriteOf(byte: number, cell: number, scale: number, palette: Palette): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.ceil(cell * scale);
  const context = canvas.getContext('2d');
  if (!context) return canvas;
  context.scale(canvas.width / cell, canvas.height / cell);
  if (byte & CHANGED) {
    context.fillStyle = palette.tint;
    context.fillRect(0, 0, cell, cell);
    context.fillStyle = palette.changed;
    context.fillRect(0, 0, Math.max(1, cell / 10), cell);
  }
  if (byte & CACHE_DIFFERS) {
    context.fillStyle = palette.muted;
    for (let y = 1; y < cell; y += 3) context.fillRect(cell - 1.5, y, 1.5, 1.5);
  }
  context.translate(cell / 2, cell / 2);
  // Room for the marks at both edges.
  shape(context, stateAt(byte), cell * 0.5 - (cell < 12 ? 1.5 : cell * 0.16), palette);
  if (byte & NOT_COUNTED) {
    const dot = Math.max(2, cell * 0.12);
    context.fillStyle = palette.states[stateAt(byte)];
    context.fillRect(cell / 2 - dot - (cell < 12 ? 1.5 : 2.5), cell / 2 - dot - 0.5, dot, dot);
  }
  return canvas;
}

/** The shapes of the legend, around the middle of a cell. */
function shape(context: CanvasRenderingContext2D, state: ManyState, radius: number, palette: Palette): void {
  context.strokeStyle = context.fillStyle = palette.states[state];
  context.lineWidth = Math.max(1, radius / 4);
  const inner = radius - context.lineWidth / 2;
  context.beginPath();
  switch (state) {
    case 'failed':
      context.lineWidth *= 1.4;
      context.moveTo(-inner, -inner);
      context.lineTo(inner, inner);
      context.moveTo(inner, -inner);
      context.lineTo(-inner, inner);
      return context.stroke();
    case 'succeeded':
      context.rect(-inner, -inner, 2 * inner, 2 * inner);
      context.moveTo(-inner * 0.5, 0);
      context.lineTo(-inner * 0.1, inner * 0.45);
      context.lineTo(inner * 0.55, -inner * 0.4);
      return context.stroke();
    case 'gone':
      context.moveTo(-inner * 0.5, 0);
      context.lineTo(inner * 0.5, 0);
      return context.stroke();
    case 'unknown':
      context.rect(-inner * 0.3, -inner, inner * 0.6, 2 * inner);
      return context.stroke();
  }
  context.arc(0, 0, inner, 0, 2 * Math.PI);
  if (state === 'terminating') context.setLineDash([inner * 0.55, inner * 0.4]);
  context.stroke();
  context.setLineDash([]);
  if (state === 'ready') context.fill();
  if (state !== 'running') return;
  context.beginPath();
  context.arc(0, 0, inner, Math.PI / 2, Math.PI * 1.5);
  context.fill();
}
