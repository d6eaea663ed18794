export interface ServerEvent {
  /** The position after this event; empty: as before. */
  readonly id: string
  /** Empty: only a new position. */
  readonly name: string
  readonly data: string
}

/** Returns a function that receives the pieces of an event stream and calls back with each whole event. */
export function parseEvents(onEvent: (event: ServerEvent) => void): (piece: string) => void {
  let rest = ''
  return (piece) => {
    const blocks = (rest + piece).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) onEvent(parseEvent(block))
  }
}

function parseEvent(block: string): ServerEvent {
  const fields = new Map<string, string>()
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':')
    const [name, value] = colon === -1 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')]
    const before = fields.get(name)
    fields.set(name, name === 'data' && before !== undefined ? `${before}\n${value}` : value)
  }
  return { id: fields.get('id') ?? '', name: fields.get('event') ?? '', data: fields.get('data') ?? '' }
}
