def handler(event, context):
    return {"seen": len(event.get("Records", []))}
