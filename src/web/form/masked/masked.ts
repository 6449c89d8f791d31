/** Tells whether a value is shown in part only: `138****0001`. */
export const isMaskedValue = (value: unknown) => typeof value === 'string' && value.includes('*')
