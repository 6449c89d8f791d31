import { askEarly } from './early.ts'

// Runs before the program is read (scripts/pageParts.ts).
askEarly()
