def handler(event, context):
    return {}
