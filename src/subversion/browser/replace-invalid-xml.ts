/** Replaces characters that XML cannot represent: Subversion prints them anyway in names and messages. */
export async function* replaceInvalidXml(output: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8')
  for await (const piece of output)
    yield decoder.decode(piece, { stream: true }).replaceAll(invalidXmlCharacters, '\ufffd')
  yield decoder.decode()
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
const invalidXmlCharacters = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g
