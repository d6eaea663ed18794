export const findCardElement = (board: HTMLElement | null, card: number): HTMLElement | null =>
  board?.querySelector<HTMLElement>(`[data-card="${card}"]`) ?? null
