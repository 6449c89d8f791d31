/** Names each class of characters, for the message tells which are missing. */
const classes: [string, RegExp][] = [
  ['数字', /[0-9]/],
  ['小写字母', /[a-z]/],
  ['大写字母', /[A-Z]/],
  ['符号', /[^0-9A-Za-z]/],
]

/** Holds the general rule: the length, and the number of classes (docs/spec/sign-in.md#passwords). */
const generalRule = { least: 8, most: 20, classes: 2 }

// Allows only characters that are on every keyboard.
const allowed = /^[!-~]*$/

const classesOf = (password: string) => classes.filter(([, one]) => one.test(password)).length

/** Returns what a password lacks of the general rule, in words; undefined where it meets it. */
export function lackOf(password: string): string | undefined {
  const { least, most } = generalRule
  if (!allowed.test(password)) return '只能用数字、大小写字母和英文符号，不能有空格和汉字'
  if (password.length < least) return `还差 ${least - password.length} 位`
  if (password.length > most) return `超过 ${most} 位`
  if (classesOf(password) >= generalRule.classes) return undefined
  const others = classes.filter(([, one]) => !one.test(password)).map(([name]) => name)
  return `再加上${others.join('、')}中的一类`
}

/** Tells whether a password meets the general rule. */
export const isStrong = (password: string) => lackOf(password) === undefined

/** Rates a password: 0 breaks the general rule, 1 meets it, 2 is long or has three classes, 3 both. */
export function strengthOf(password: string): 0 | 1 | 2 | 3 {
  if (!isStrong(password)) return 0
  return (1 + Number(password.length >= 12) + Number(classesOf(password) >= 3)) as 1 | 2 | 3
}

const lettersOf = (text: string) => text.toLowerCase().replace(/[^a-z\u4e00-\u9fff]/g, '')
const digitsOf = (text: string) => text.replace(/[^0-9]/g, '')

// Sets from how many digits on a part of a number is known to whoever knows the person.
const tellingDigits = 6

/**
 * Tells whether a password is made of what others know of its holder: one of the names (login name, name, enterprise, also spelled
 * out) with some digits and signs, or a part of one of the numbers (phone, user number) with hardly anything beside it.
 */
export function isPersonal(password: string, names: readonly string[], numbers: readonly string[]): boolean {
  const [letters, digits] = [lettersOf(password), digitsOf(password)]
  if (letters.length > 1 && names.some((name) => lettersOf(name) === letters)) return true
  if (letters.length > 2 || digits.length < tellingDigits) return false
  return numbers.some((number) => number.includes(digits) || (number.length >= tellingDigits && digits.includes(number)))
}
