export function readRows(): { section: string; said: string; tests: { path: string; title: string }[]; isOpen: boolean }[]
export function patternOf(title: string): RegExp
export function unshownBy(results: string): string[]
