import { LockIcon } from 'lucide-react'

/** Marks what ships with the product; `hint` says what that means for it. */
export const BuiltInMark = ({ hint = '内置' }: { hint?: string }) => (
  <span className="built-in grey" role="img" aria-label="内置" title={hint}>
    <LockIcon />
  </span>
)
