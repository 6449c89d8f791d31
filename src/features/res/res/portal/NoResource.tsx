import { EmptyState } from '#web/list/EmptyState.tsx'
import { LinkButton } from '#web/page/LinkButton.tsx'

/** Draws what stands where an address names no resource. */
export const NoResource = () => (
  <div className="portal-sheet">
    <EmptyState hint="没有指明是哪个资源">
      <LinkButton to="/resource/home">看全部资源</LinkButton>
    </EmptyState>
  </div>
)
