import {
  CameraOutlined,
  ClusterOutlined,
  ScheduleOutlined,
  TeamOutlined,
  UsergroupAddOutlined,
  UserOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'

/** The icons that built-in modules name. */
export const icons: Record<string, ReactNode> = {
  Camera: <CameraOutlined />,
  Cluster: <ClusterOutlined />,
  Schedule: <ScheduleOutlined />,
  Team: <TeamOutlined />,
  User: <UserOutlined />,
  UsergroupAdd: <UsergroupAddOutlined />,
}
