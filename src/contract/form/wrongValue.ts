/** Represents a value that its column refuses; the name of the column comes before the sentence. */
export class WrongValue {
  readonly message: string
  constructor(message: string) {
    this.message = message
  }
}

export const wrong = (message: string): WrongValue => new WrongValue(message)
