/** Words that a kind of enterprise has for itself; docs/words.md lists those that all kinds share. */
export type OwnWords = {
  /** Names the enterprise as its own people do. */
  itself: string
  /** Names the picture that stands for it. */
  logo: string
}

const enterprise: OwnWords = { itself: '企业', logo: '标志' }

const kinds: Record<string, OwnWords> = {
  '020': { itself: '单位', logo: '标志' },
  '030': { itself: '学校', logo: '校徽' },
  '060': { itself: '平台', logo: '标志' },
}

/** Returns the words of an identity (three or six digits), which its own people read. */
export const wordsOf = (idntNo: string): OwnWords => kinds[idntNo.slice(0, 3)] ?? enterprise
