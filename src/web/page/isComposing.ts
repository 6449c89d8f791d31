/**
 * Tells whether a key belongs to an input method, which is still putting a word together: Safari sends the Enter that ends it as the
 * key 229, no longer composing.
 */
export const isComposing = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>) => event.isComposing || event.keyCode === 229
