/** A file with three objects, as people write them. */
export const shop = `# The shop, owned by team web.
apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: shop
spec:
  ports: [{port: 80}]
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web   # as in the service
  namespace: shop
  labels: {app: web, tier: "front"}
spec:
  replicas: 3 # see the HPA
  template:
    spec:
      initContainers:
      - name: migrate
        image: shop/migrate:1
      containers:
      # the sidecar comes first
      - name: proxy
        image: "envoy:1.29"
      - name: web
        image: 'shop/web:1.4.0'   # bumped by hand
        env:
        - name: MODE
          value: "on"
        - name: TOKEN
          valueFrom: {secretKeyRef: {name: t, key: k}}
        resources:
          requests:
            cpu: 100m
            memory: 128Mi
---
# last one
apiVersion: batch/v1
kind: CronJob
metadata:
  name: sweep
spec:
  jobTemplate:
    spec:
      template:
        spec:
          containers:
            - {name: sweep, image: shop/sweep:1}
`;
