/** A text that a spreadsheet could take for a formula is quoted (security, R13). */
export const harmless = <Cell>(cell: Cell): Cell | string =>
  typeof cell === 'string' && /^[=+\-@\t\r＝＋－＠]/.test(cell) ? `'${cell}` : cell
