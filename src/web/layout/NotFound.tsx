import { Button } from 'antd'
import { useNavigate } from 'react-router'

/** No such page, decided only after the modules have arrived. */
export default function NotFound() {
  const navigate = useNavigate()
  return (
    <div className="page">
      <div className="empty">
        <strong>没有这个页面，或者你没有打开它的权限</strong>
        <div style={{ display: 'flex', gap: 8, justifyContent: 'center' }}>
          <Button type="primary" onClick={() => navigate('/dashboard')}>
            返回首页
          </Button>
          <Button onClick={() => navigate(-1)}>返回上一页</Button>
        </div>
      </div>
    </div>
  )
}
