import { expect, test } from 'vitest'
import { requirePatroni } from '../../scripts/ha/cluster.mjs'

test('a Patroni that may lose what was acknowledged is refused with a sentence', () => {
  for (const said of ['patroni 3.0.2', '']) expect(() => requirePatroni(said)).toThrow('Patroni 至少要 3.1')
  for (const said of ['patroni 3.1.0', 'patroni 4.0.7', 'patroni 10.0']) expect(() => requirePatroni(said)).not.toThrow()
})
