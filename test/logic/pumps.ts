import { type AST, parseRegExpLiteral } from '@eslint-community/regexpp'

/** Describes an input that grows: `unit` repeated between a beginning and an end at which the expression gives up. */
export type Pump = { before: string; unit: string; after: string }

// Stands for the characters of each kind that expressions tell apart.
const characters = [...'a1 中"<:.-_/\n(=&#A年0é,;>)[]{}*+?!@%|~^$\\\'\t·级']

const accepts = (raw: string, flags: string, text: string) => new RegExp(`^(?:${raw})$`, flags.replace(/[gy]/g, '')).test(text)

/** Lists inputs on which an expression would need more than linear time if it can: every repetition in it is pumped. */
export function pumpsOf(literal: string): Pump[] {
  const { pattern, flags } = parseRegExpLiteral(literal)
  const chosen = (raw: string) => characters.filter((one) => accepts(raw, flags.raw, one)).slice(0, 4)

  function samples(node: AST.Element | AST.Alternative): string[] {
    switch (node.type) {
      case 'Alternative':
        return [node.elements.map((one) => samples(one)[0] ?? '').join('')]
      case 'Group':
      case 'CapturingGroup':
        return node.alternatives.flatMap(samples)
      case 'Quantifier':
        return samples(node.element).map((one) => one.repeat(Math.max(1, Math.min(node.min, 20))))
      case 'Character':
        return [String.fromCodePoint(node.value)]
      case 'CharacterSet':
      case 'CharacterClass':
        return chosen(node.raw)
      default:
        return ['']
    }
  }

  const pumps: Pump[] = []
  function visit(node: AST.Element, before: string, after: string) {
    if (node.type === 'Quantifier') {
      if (node.max > 20)
        for (const unit of samples(node.element).filter((one) => one !== ''))
          for (const end of ['', '\u0000', `${after}\u0000`])
            pumps.push(
              { before, unit, after: end },
              { before: '', unit, after: end },
              { before: '', unit: before + unit, after: end },
            )
      visit(node.element, before, after)
    } else if ('alternatives' in node) visitAll(node.alternatives, before, after)
  }
  function visitAll(alternatives: AST.Alternative[], before: string, after: string) {
    for (const { elements } of alternatives) {
      const told = elements.map((one) => samples(one)[0] ?? '')
      elements.forEach((one, i) => visit(one, before + told.slice(0, i).join(''), told.slice(i + 1).join('') + after))
    }
  }
  visitAll(pattern.alternatives, '', '')
  return pumps
}
