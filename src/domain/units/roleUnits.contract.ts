// Maps the levels of roles to types of units; own and public roles count their levels differently (docs/spec/units.md#levels).
const ownUnits: Record<string, string> = { 2: '1', 3: '3', 4: '4', 5: '5' }
const publicUnits: Record<string, string> = { 2: '1', 3: '2', 4: '3', 5: '4', 6: '5', 7: '6' }

/** Returns the type of units that a role is held for; undefined where it is held for none. */
export const unitTypeOf = ({ roleItem, roleType }: { roleItem: string; roleType: string }): string | undefined =>
  (roleType === '1' ? ownUnits : publicUnits)[roleItem]
