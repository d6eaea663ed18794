/**
 * Frees the memory of bytes that are no longer used. Left to the garbage collector, thousands of chunks cause repeated
 * full collections, half of the time of an upload, and pile up meanwhile. Bytes that share their memory with others are
 * left alone.
 */
export function freeBuffer({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
