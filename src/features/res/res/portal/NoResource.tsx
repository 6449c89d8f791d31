import { Button } from 'antd'
import { Link } from 'react-router'
import { EmptyState } from '#web/list/EmptyState.tsx'

/** Draws what stands where an address names no resource. */
export const NoResource = () => (
  <div className="portal-sheet">
    <EmptyState hint="没有指明是哪个资源">
      <Link to="/resource/home">
        <Button>看全部资源</Button>
      </Link>
    </EmptyState>
  </div>
)
