// The text files of a zip file, by their names without folders.

const END = 0x06054b50; // of the list of files, at the end of the whole
const ENTRY = 46; // bytes before the name of a file in the list
const LOCAL = 30; // bytes before the name at the file itself

export async function unzipped(data: ArrayBuffer): Promise<Record<string, string>> {
  const view = new DataView(data);
  let at = data.byteLength - 22;
  while (at >= 0 && view.getUint32(at, true) !== END) at--;
  if (at < 0) return {};
  const found: Record<string, string> = {};
  let entry = view.getUint32(at + 16, true);
  for (let left = view.getUint16(at + 10, true); left > 0; left--) {
    const [name, more, comment] = [28, 30, 32].map((field) => view.getUint16(entry + field, true)) as [
      number,
      number,
      number,
    ];
    const path = new TextDecoder().decode(new Uint8Array(data, entry + ENTRY, name));
    found[path.split("/").at(-1)!] = await textOf(view, entry);
    entry += ENTRY + name + more + comment;
  }
  return found;
}

async function textOf(view: DataView<ArrayBuffer>, entry: number): Promise<string> {
  const local = view.getUint32(entry + 42, true);
  const start = local + LOCAL + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  const bytes = new Blob([new Uint8Array(view.buffer, start, view.getUint32(entry + 20, true))]);
  const deflated = view.getUint16(entry + 10, true) !== 0;
  const stream = deflated ? bytes.stream().pipeThrough(new DecompressionStream("deflate-raw")) : bytes.stream();
  return new Response(stream).text();
}
